/* The second stage of the boot: the chip's ROM copies these 256 bytes from the start of the flash into its RAM, compares
 * their checksum (which firmware_bridge/uf2.py puts behind them) and jumps here.  It lets the flash be read as memory with
 * the plain read command (03h), which every serial flash knows, and goes on with the firmware. */
    .cpu cortex-m0plus
    .thumb
    .syntax unified

    .equ SSI, 0x18000000
    .equ CTRLR0, 0x00
    .equ CTRLR1, 0x04
    .equ SSIENR, 0x08
    .equ BAUDR, 0x14
    .equ SPI_CTRLR0, 0xf4
    .equ VTOR, 0xe000ed08
    .equ FIRMWARE, 0x10000100

    .section .boot2, "ax"
    .global boot2
    .thumb_func
boot2:
    ldr r3, =SSI
    movs r0, #0
    str r0, [r3, #SSIENR]
    /* a quarter of the processor's clock: 12 MHz at most */
    movs r0, #4
    str r0, [r3, #BAUDR]
    /* frames of 32 bits; command and address out, then data in */
    ldr r0, =(31 << 16) | (3 << 8)
    str r0, [r3, #CTRLR0]
    /* one frame at a time */
    movs r0, #0
    str r0, [r3, #CTRLR1]
    /* command 03h of 8 bits, address of 24 bits, all on one line */
    ldr r0, =(0x03 << 24) | (2 << 8) | (6 << 2)
    ldr r1, =SSI + SPI_CTRLR0
    str r0, [r1]
    movs r0, #1
    str r0, [r3, #SSIENR]
    /* the firmware's first two words are its stack and where it begins */
    ldr r0, =FIRMWARE
    ldr r1, =VTOR
    str r0, [r1]
    ldmia r0!, {r1, r2}
    msr msp, r1
    bx r2
    .ltorg
