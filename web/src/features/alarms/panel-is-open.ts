import { createStore } from '../../shell/store.ts'

/** Whether the open alarms are shown beside the screen: the bell opens them, and so does the banner. */
export const panelIsOpen = createStore(false)
