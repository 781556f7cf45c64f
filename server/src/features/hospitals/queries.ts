import type { Tx } from '../../core/database.ts'

/** The hospitals that the transaction may see. */
export function listHospitals(tx: Tx) {
  return tx
    .selectFrom('hospitals')
    .select([
      'id as _id',
      'code',
      'name_en',
      'name_th',
      'address_en',
      'address_th',
      'phone',
      'email',
      'line_account',
      'latitude as lat',
      'longitude as lang',
    ])
    .orderBy('code')
    .execute()
}
