/** Minutes and seconds of milliseconds, `1:05`; with hours from one on, `1:00:05`. */
export function formatSpan(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const pad = (part: number) => String(part).padStart(2, '0')
  const rest = pad(seconds % 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`
}
