import { enterHospital, leaveHospital, type Tx } from '../db/database.ts'
import type { Actor } from '../identity/session.ts'
import type { Call } from './call.ts'

/** Whether the call covers every hospital: the endpoint allows it and the caller is a system admin. */
export function isCrossHospitalCall({ endpoint }: Call, actor: Actor): boolean {
  return endpoint.crossHospital === true && actor.isSystemAdmin
}

/**
 * How a cross-hospital call enters one hospital. `leave` returns which other hospital it entered, and the caller's
 * e-mail.
 */
export function createCrossHospitalAccess(call: Call, tx: Tx, actor: Actor) {
  let entered: string | undefined
  return {
    async enter(hospitalId: string): Promise<boolean> {
      if (!isCrossHospitalCall(call, actor)) return hospitalId === actor.hospitalId
      if (entered !== undefined) throw new Error(`${call.action} enters a second hospital`)
      if (!(await hasHospital(tx, hospitalId))) return false
      await enterHospital(tx, hospitalId)
      entered = hospitalId
      return true
    },
    async leave(): Promise<{ hospitalId: string; email: string } | undefined> {
      if (entered === undefined) return undefined
      await leaveHospital(tx)
      if (entered === actor.hospitalId) return undefined
      const visitor = tx.selectFrom('staff').select('email').where('id', '=', actor._id)
      return { hospitalId: entered, ...(await visitor.executeTakeFirstOrThrow()) }
    },
  }
}

async function hasHospital(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('hospitals').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
