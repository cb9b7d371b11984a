/* USB as a serial port (CDC ACM), with the flash's own number as serial number. */
#ifndef USB_H
#define USB_H

#include <stdint.h>

void usb_start(void);

/* Between two samples: sends the queued bytes, and discards those that nobody reads. */
void usb_tick(uint32_t now_ms);

#endif
