/** Request that opens the event stream, to resume after the caller's last event. */
export type StreamRequest = { path: string; token: string | undefined; lastEventId: string }
export type StreamRefusal = { code: number; status: number }
export type StreamReply = { body: ReadableStream<Uint8Array> } | { refusal: StreamRefusal }

/** The server sends a heartbeat every 15 seconds: the stream counts as lost after two missed ones and 10 s more. */
export const silenceLimitMs = 40_000
export const silenceCheckMs = 5_000

export async function requestStream(
  { path, token, lastEventId }: StreamRequest,
  signal: AbortSignal,
): Promise<StreamReply> {
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
