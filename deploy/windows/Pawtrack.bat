@echo off
rem Starts the Pawtrack that lies beside this file, with the Python that comes with it and no other.
rem With words behind it, it is the command pawtrack: Pawtrack.bat doctor
setlocal
set "PYTHONHOME="
set "PYTHONPATH="
set "PYTHONNOUSERSITE=1"
set "PYTHONUTF8=1"
"%~dp0python\python.exe" -m companion %*
set "status=%errorlevel%"
rem A window that a double click has opened stays, so that its last line can be read.
if not "%status%"=="0" if "%~1"=="" pause
exit /b %status%
