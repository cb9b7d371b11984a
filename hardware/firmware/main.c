/* The spin wheel's firmware: a sample every two milliseconds, everything else in between. */
#include "as5600.h"
#include "device.h"
#include "hal.h"

int main(void)
{
    hal_start();
    device_start();
    for (;;) {
        uint32_t now_ms = hal_wait_tick();
        device_sample(as5600_read(), now_ms);
        for (int16_t byte = hal_get(); byte >= 0; byte = hal_get())
            device_hear((uint8_t)byte);
        hal_alive();
    }
}
