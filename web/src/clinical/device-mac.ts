/** `AA:BB:CC:DD:EE:01`, as it is printed on devices; an IMEI as its digits. */
export function formatMac(mac: string): string {
  return mac.length === 12 ? mac.toUpperCase().replace(/(..)(?=.)/g, '$1:') : mac
}
