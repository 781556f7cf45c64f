import type { wallet } from 'contract'
import { Failure } from '../../core/failure.ts'
import { usesWallet } from '../../core/settings.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { lockAccount } from '../../identity/accounts.ts'
import { requireDelegation } from '../../identity/delegation.ts'
import { findBalance, insertWalletChange, listWalletChanges } from './queries.ts'

export const walletHandlers: Handlers<typeof wallet> = {
  async history(context, { _id, ...query }) {
    const [balance, changes] = await allInOrder([
      requireBalance(context, _id),
      listWalletChanges(context.tx, _id, query),
    ])
    return { ...changes, balance }
  },

  async change(context, { _id, amount, balance, reason }) {
    const { tx, actor, hospitalId, now, newId, addAuditDetail } = context
    await lockAccount(tx, _id)
    const held = await requireBalance(context, _id)
    if (_id === actor._id) throw new Failure('own-wallet')
    await requireDelegation(context, _id)
    if (balance !== held) throw new Failure('changed-meanwhile', { detail: { balance: held } })
    addAuditDetail({ amount })
    const change = { id: newId(), hospital_id: hospitalId, staff_id: _id, at: now, amount, reason }
    return { balance: await insertWalletChange(tx, { ...change, by_staff_id: actor._id }) }
  },
}

/** The balance of a user's wallet, noted as shown in the audit. A user of another hospital counts as missing. */
async function requireBalance({ tx, hospitalId, addAuditDetail }: Context, id: string): Promise<number> {
  addAuditDetail({ user: id })
  const [balance, isUsed] = await Promise.all([findBalance(tx, id), usesWallet(tx, hospitalId)])
  if (balance === undefined) throw new Failure('not-found')
  if (!isUsed) throw new Failure('wallet-off')
  return balance
}
