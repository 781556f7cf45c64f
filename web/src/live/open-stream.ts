import { CallError, type Endpoint } from 'contract'
import { applyRefusal } from '../session/connect-api.ts'
import { session } from '../session/session.ts'
import { type MessageListener, receiveStream } from './receive-stream.ts'

type StreamOptions = {
  /** Number of the newest event that the caller has. */
  after: number | undefined
  signal: AbortSignal
  onMessage: MessageListener
}

/** Receives an event stream under the user's session. Settles when the stream has ended, was refused or aborted. */
export async function openStream(
  { path }: Endpoint,
  { after, signal, onMessage }: StreamOptions,
): Promise<void> {
  const token = session.get()?.server_token
  const refusal = await receiveStream({ path, token, after }, signal, onMessage)
  if (refusal) applyRefusal(new CallError(refusal), token)
}
