import { type Device, wearableKinds } from 'contract'

/** Whether the device belongs to one patient for a time; a gateway and a box serve everybody. */
export function isWearable({ kind }: Device): boolean {
  return wearableKinds.some((one) => one === kind)
}
