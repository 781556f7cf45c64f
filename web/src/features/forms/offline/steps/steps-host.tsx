import { useEffect } from 'react'
import { startSendingSteps } from './send-steps.ts'

/** Sends what the user pressed for a mission without a signal, whatever screen is open. */
export function StepsHost() {
  useEffect(startSendingSteps, [])
  return null
}
