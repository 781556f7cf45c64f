import { CallError, type Endpoint } from 'contract'
import { applyRefusal } from '../session/connect-api.ts'
import { session } from '../session/session.ts'
import { openSharedStream } from './shared-stream.ts'

type ResumeOptions = { lastEventId: string; signal: AbortSignal }

/** Opens an endpoint that replies with an event stream, to resume after the caller's last event. */
export async function openStream(
  { path }: Endpoint,
  { lastEventId, signal }: ResumeOptions,
): Promise<ReadableStream<Uint8Array>> {
  const token = session.get()?.server_token
  const line = await openSharedStream({ path, token, lastEventId }, signal)
  if ('body' in line) return line.body
  const error = new CallError(line.refusal)
  applyRefusal(error, token)
  throw error
}
