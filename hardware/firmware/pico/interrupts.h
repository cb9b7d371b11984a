/* Who is called when. */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

void on_timer(void);
void on_usb(void);

#endif
