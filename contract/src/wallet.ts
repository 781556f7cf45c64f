import * as z from 'zod/mini'
import { ById, definePage, type Endpoints, Id, PageRequest } from './wire/endpoint.ts'
import { Instant, isWholeSatang, requiredProse } from './wire/fields.ts'
import { StaffLabel } from './wire/labels.ts'

/** The most that one wallet can hold, in baht. */
export const maxWalletBalance = 1_000_000

/** What is put into a wallet, or taken out if negative: baht, to the satang. */
const Amount = z.number('number-invalid').check(
  z.refine((baht) => baht !== 0 && isWholeSatang(baht), { error: 'amount-invalid', abort: true }),
  z.gte(-maxWalletBalance, 'number-range'),
  z.lte(maxWalletBalance, 'number-range'),
)

/** `balance` is the balance that the user saw before the change: a change that is sent twice is applied once. */
export const WalletDraft = z.object({
  ...ById.shape,
  amount: Amount,
  balance: z.number('number-invalid'),
  reason: requiredProse('reason-required', 500),
})

/** One change; `balance` is the balance after it. */
export const WalletChange = z.object({
  _id: Id,
  at: Instant,
  by: StaffLabel,
  amount: z.number(),
  balance: z.number(),
  reason: z.string(),
})
export type WalletChange = z.output<typeof WalletChange>

/** Users' credit at hospitals that use it: `uses_wallet` of the hospital. */
export const wallet = {
  history: {
    path: '/api/hospital_user/get_user_wallet',
    summary: "What is in a user's wallet, and who changed it, newest first",
    access: 'user:manage',
    patientData: false,
    byItself: true,
    body: z.object({ ...ById.shape, ...PageRequest.shape }),
    reply: z.extend(definePage(WalletChange), { balance: z.number() }),
    errors: ['not-found', 'wallet-off'],
  },
  change: {
    path: '/api/hospital_user/update_user_wallet',
    summary: "Top up a user's wallet, or take money out of it",
    access: 'user:manage',
    patientData: false,
    body: WalletDraft,
    reply: z.object({ balance: z.number() }),
    errors: [
      'not-found',
      'wallet-off',
      'wallet-bounds',
      'own-wallet',
      'beyond-own-rights',
      'changed-meanwhile',
    ],
    success: 'wallet-updated',
  },
} satisfies Endpoints
