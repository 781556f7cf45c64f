import { CallError, type Endpoint } from 'contract'
import { applyRefusal } from '../session/connect-api.ts'
import { session } from '../session/session.ts'
import { openSharedLine } from './shared-stream.ts'

type Resumed = { lastEventId: string; signal: AbortSignal }

/** Opens an endpoint that replies with an event stream, to resume after the caller's last event. */
export async function openStream(
  { path }: Endpoint,
  { lastEventId, signal }: Resumed,
): Promise<ReadableStream<Uint8Array>> {
  const token = session.get()?.server_token
  const line = await openSharedLine({ path, token, lastEventId }, signal)
  if ('body' in line) return line.body
  const error = new CallError(line.refusal)
  applyRefusal(error, token)
  throw error
}
