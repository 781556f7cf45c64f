/** A screen that nobody touches asks again this often, so that its session does not end. */
export const keepAliveMs = 10 * 60_000

/** After so long without a movement nobody is at the screen, and a pointer was left lying there. */
export const lullMs = 10_000
