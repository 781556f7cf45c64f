import { createContext, useContext } from 'react'

export const OnPaper = createContext(false)

/** Whether it is drawn for a sheet of paper, which grows old: a time stands there in place of an age. */
export const useIsOnPaper = (): boolean => useContext(OnPaper)
