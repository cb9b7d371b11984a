/* The handlers of the interrupts. */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

void on_timer(void);
void on_usb(void);

#endif
