/* Preloaded into a program: counts its calls that change files below one folder, and ends the program at one of them,
   before it or with half of it written, or lets that call fail.  Nothing of it is in the product. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/types.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BEFORE, HALF, FAIL };
#define FILES 4096

static char folder[4096];
static long count, chosen;
static int manner, failure, phase, report = -1;
static char ours[FILES];

#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

/* From now on: the folder, the number of the call (0: only count), how, with which errno, and where to say so. */
void kill_point_arm(const char *where, long number, int how, int error, int fd)
{
    strncpy(folder, where, sizeof folder - 1);
    count = 0, chosen = number, manner = how, failure = error, report = fd;
}

long kill_point_count(void) { return count; }

/* The program's present phase, as a number of its own. */
void kill_point_phase(int number) { phase = number; }

static int below(const char *path) { return folder[0] && path && strncmp(path, folder, strlen(folder)) == 0; }

static int known(int fd) { return fd >= 0 && fd < FILES && ours[fd]; }

static void say(const char *call)
{
    char line[80];
    int length = snprintf(line, sizeof line, "%s %d", call, phase);
    ssize_t (*plain)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (plain(report, line, (size_t)length) < 0) return;
}

/* Whether this call is the chosen one; before it, the program ends here. */
static int comes(const char *call)
{
    if (++count != chosen) return 0;
    say(call);
    if (manner == BEFORE) kill(getpid(), SIGKILL);
    return 1;
}

static int end(void)
{
    if (manner == FAIL) { errno = failure; return -1; }
    kill(getpid(), SIGKILL);
    return -1;
}

static int opened(const char *path, int fd)
{
    if (fd >= 0 && fd < FILES) ours[fd] = (char)below(path);
    return fd;
}

static int creates(const char *path, int flags)
{
    return below(path) && (flags & (O_TRUNC | O_CREAT)) && (flags & O_TRUNC || access(path, F_OK) != 0);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) \
    { \
        REAL(int, #name, const char *, int, ...); \
        va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
        if (creates(path, flags) && comes("open")) return end(); \
        return opened(path, real(path, flags, mode)); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int at, const char *path, int flags, ...) \
    { \
        REAL(int, #name, int, const char *, int, ...); \
        va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); \
        if (creates(path, flags) && comes("open")) return end(); \
        return opened(path, real(at, path, flags, mode)); \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int fd)
{
    REAL(int, "close", int);
    if (fd >= 0 && fd < FILES) ours[fd] = 0;
    return real(fd);
}

ssize_t write(int fd, const void *data, size_t size)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    if (known(fd) && comes("write")) {
        if (manner == HALF && real(fd, data, size / 2) < 0) return -1;
        return end();
    }
    return real(fd, data, size);
}

#define PWRITE(name) \
    ssize_t name(int fd, const void *data, size_t size, off_t where) \
    { \
        REAL(ssize_t, #name, int, const void *, size_t, off_t); \
        if (known(fd) && comes("pwrite")) { \
            if (manner == HALF && real(fd, data, size / 2, where) < 0) return -1; \
            return end(); \
        } \
        return real(fd, data, size, where); \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define ON_FILE(name) \
    int name(int fd) \
    { \
        REAL(int, #name, int); \
        return known(fd) && comes(#name) ? end() : real(fd); \
    }
ON_FILE(fsync)
ON_FILE(fdatasync)

#define TRUNCATE(name) \
    int name(int fd, off_t size) \
    { \
        REAL(int, #name, int, off_t); \
        return known(fd) && comes("ftruncate") ? end() : real(fd, size); \
    }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define ON_PATH(name) \
    int name(const char *path) \
    { \
        REAL(int, #name, const char *); \
        return below(path) && comes(#name) ? end() : real(path); \
    }
ON_PATH(unlink)
ON_PATH(rmdir)

int unlinkat(int at, const char *path, int flags)
{
    REAL(int, "unlinkat", int, const char *, int);
    return (known(at) || below(path)) && comes("unlinkat") ? end() : real(at, path, flags);
}

int fchmod(int fd, mode_t mode)
{
    REAL(int, "fchmod", int, mode_t);
    return known(fd) && comes("fchmod") ? end() : real(fd, mode);
}

int chmod(const char *path, mode_t mode)
{
    REAL(int, "chmod", const char *, mode_t);
    return below(path) && comes("chmod") ? end() : real(path, mode);
}

#define SENDFILE(name) \
    ssize_t name(int to, int from, off_t *where, size_t size) \
    { \
        REAL(ssize_t, #name, int, int, off_t *, size_t); \
        if (known(to) && comes("sendfile")) { \
            if (manner == HALF && real(to, from, where, size / 2) < 0) return -1; \
            return end(); \
        } \
        return real(to, from, where, size); \
    }
SENDFILE(sendfile)
SENDFILE(sendfile64)

int mkdir(const char *path, mode_t mode)
{
    REAL(int, "mkdir", const char *, mode_t);
    return below(path) && comes("mkdir") ? end() : real(path, mode);
}

int rename(const char *old, const char *new)
{
    REAL(int, "rename", const char *, const char *);
    return below(old) && comes("rename") ? end() : real(old, new);
}
