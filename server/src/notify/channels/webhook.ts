import { createHmac } from 'node:crypto'
import { type Channel, Undelivered } from '../deliver.ts'

const timeoutMs = 10_000

/**
 * Posts a message as JSON to a URL, signed with `X-Panel-Signature: sha256=` and the HMAC-SHA-256 of the body in
 * hexadecimal. Any 2xx answer counts as delivered.
 */
export function createWebhookChannel({ url, secret }: { url: string; secret: string }): Channel {
  return {
    name: 'webhook',
    async send({ id, message }) {
      const body = JSON.stringify({ _id: id, ...message })
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-panel-signature': `sha256=${signature}` },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Undelivered(`HTTP ${response.status}`)
    },
  }
}
