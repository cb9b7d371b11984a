/* USB as a serial port (CDC ACM), with the flash's own number as serial number. */
#ifndef USB_H
#define USB_H

#include <stdint.h>

void usb_start(void);

/* Between two samples: sends what was put, and forgets what nobody wants to read. */
void usb_tick(uint32_t now_ms);

#endif
