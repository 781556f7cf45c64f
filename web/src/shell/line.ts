/** What opens a line on which the server says what happens, after the last event that the caller has. */
export type LineRequest = { path: string; token: string | undefined; lastEventId: string }
export type Refusal = { code: number; status: number }
export type Line = { body: ReadableStream<Uint8Array> } | { refusal: Refusal }

/** The server shows every 15 seconds that the line holds: two beats missed and a bit more, and it does not. */
export const silentMs = 40_000
export const lookMs = 5_000

export async function openLine(
  { path, token, lastEventId }: LineRequest,
  signal: AbortSignal,
): Promise<Line> {
  const response = await fetch(path, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    cache: 'no-store',
    signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream && response.body) return { body: response.body }
  const refused = (await response.json().catch(() => undefined)) as { error_code?: number } | undefined
  return { refusal: { code: refused?.error_code ?? 0, status: response.status } }
}
