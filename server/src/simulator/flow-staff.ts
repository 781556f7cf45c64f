import { CallError, type Client, type ClientHooks, createClient, errorCodes } from 'contract'
import { acrossHospitals, type Root } from '../db/database.ts'
import { demoHospital } from '../demo/hospital.ts'
import { demoStaff, type StaffKey } from '../demo/staff.ts'
import { openSession } from '../identity/session.ts'

/** Who does what in the demo hospital, each with a session of their own. */
export type FlowStaff = { admin: Client; registrar: Client; nurse: Client; doctor: Client; crew: Client }

type Api = Pick<ClientHooks, 'fetch' | 'base'> & { root: Root; clock: () => Date }

export function createFlowStaff(api: Api): FlowStaff {
  return {
    admin: createStaffClient(api, 'admin'),
    registrar: createStaffClient(api, 'nightRegistrar'),
    nurse: createStaffClient(api, 'erNurse'),
    doctor: createStaffClient(api, 'surgeon'),
    crew: createStaffClient(api, 'crewLeader'),
  }
}

/**
 * Calls as one of the staff. Sessions are opened without a password, since the demo's users may have changed theirs,
 * and again when they have ended.
 */
function createStaffClient({ root, clock, ...hooks }: Api, who: StaffKey): Client {
  const open = async () => {
    const session = await acrossHospitals(root, async (tx) => {
      const { id } = await tx
        .selectFrom('staff')
        .select('id')
        .where('email', '=', demoStaff[who].email)
        .executeTakeFirstOrThrow()
      const now = clock().toISOString()
      const opened = { hospitalId: demoHospital.id, staffId: id, ipAddress: '127.0.0.1', now }
      return { server_token: await openSession(tx, opened), user_id: id }
    })
    return createClient({ ...hooks, session: () => session })
  }
  let client: Promise<Client> | undefined
  return async (endpoint, body) => {
    client ??= open()
    try {
      return await (await client)(endpoint, body)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== errorCodes['session-ended']) throw error
      client = open()
      return (await client)(endpoint, body)
    }
  }
}
