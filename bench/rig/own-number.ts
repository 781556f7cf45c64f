/** Where a body has this, each call has a number of its own, of eight digits. */
export const ownNumber = '{number}'
/** The first such numbers of the captured calls, of the load, and of the bare route. */
export const firstNumbers = { captured: 70_000_001, load: 10_000_001, bare: 40_000_001 }
