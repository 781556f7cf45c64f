import { createStore } from '../../api/store.ts'

/** Whether the panel of open alarms is shown beside the screen: the bell and the banner open it. */
export const alarmPanelOpen = createStore(false)
