/** Pause in typing after which a search is sent. */
export const searchPauseMs = 200
