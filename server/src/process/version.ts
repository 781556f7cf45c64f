/** The version of the panel, server and screens together: that of its package. */
export const version = '1.0.0'
