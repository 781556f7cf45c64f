import { clockSlackMs, type Permission } from 'contract'

/** Who wrote something on a tablet, as the token beside it shows. */
export type TokenWriter = {
  _id: string
  permissions: ReadonlySet<Permission>
  begunAt: string
  endedAt: string | null
}

export type WrittenOnTablet = {
  by: string
  at: string
  clock_offset_ms: number
  clock_went_back?: boolean
}

/** When something was written, by the server's clock (ISO 8601). */
export function computeWrittenTime({
  at,
  clock_offset_ms,
}: Pick<WrittenOnTablet, 'at' | 'clock_offset_ms'>): string {
  return new Date(Date.parse(at) - clock_offset_ms).toISOString()
}

/** The same; a tablet's clock that runs ahead must not date it in the future. */
export function computeMadeTime(
  written: Pick<WrittenOnTablet, 'at' | 'clock_offset_ms'>,
  now: string,
): string {
  const at = computeWrittenTime(written)
  return at < now ? at : now
}

/**
 * Why nobody can be sure that something was written in a session; undefined if it was. An expired session does not
 * matter: its user may have been offline. After somebody ended a session, what was written later is doubtful, and what
 * was written earlier only if the tablet's clock was set back. So is a time before the session began.
 */
export function findDoubt(
  writer: TokenWriter | undefined,
  written: WrittenOnTablet,
): 'unknown-session' | 'revoked' | 'time-doubtful' | undefined {
  if (!writer || writer._id !== written.by) return 'unknown-session'
  if (writer.endedAt !== null && computeWrittenTime(written) > new Date(writer.endedAt).toISOString())
    return 'revoked'
  const isBefore = Date.parse(computeWrittenTime(written)) < Date.parse(writer.begunAt) - clockSlackMs
  return isBefore || (writer.endedAt !== null && written.clock_went_back) ? 'time-doubtful' : undefined
}
