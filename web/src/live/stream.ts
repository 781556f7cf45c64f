/** Request that opens the event stream, to resume after the caller's last event. */
export type LineRequest = { path: string; token: string | undefined; lastEventId: string }
export type Refusal = { code: number; status: number }
export type Line = { body: ReadableStream<Uint8Array> } | { refusal: Refusal }

/** The server sends a heartbeat every 15 seconds: the stream counts as lost after two missed ones and 10 s more. */
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
