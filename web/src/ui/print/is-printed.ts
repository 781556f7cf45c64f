import { createContext, useContext } from 'react'

export const IsPrinted = createContext(false)

/** Whether it is drawn for a sheet of paper, which grows old: a time stands there in place of an age. */
export const useIsPrinted = (): boolean => useContext(IsPrinted)
