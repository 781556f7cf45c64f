import { dropUnknownSettings, FormSettings, OwnOptions, releasedFormSettings } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export type HeldSettings = { settings: FormSettings; version: number }

/** What the hospital sets of its forms; nothing, in version 0, as long as nobody has set anything. */
export async function findFormSettings(tx: Tx): Promise<HeldSettings> {
  const { rows } = await sql<HeldSettings>`
    select settings, version from form_settings order by version desc limit 1`.execute(tx)
  const [held] = rows
  // Older rows lack what could not be set then, and name fields and options that have been removed since.
  return held
    ? { ...held, settings: dropUnknownSettings(FormSettings.parse(held.settings)) }
    : { settings: releasedFormSettings, version: 0 }
}

/** The options that the hospital has added to the lists of its forms. */
export async function findOwnOptions(tx: Tx): Promise<OwnOptions> {
  // Reads only this part of the settings, because each call that writes answers asks for it.
  const { rows } = await sql<{ own_options: unknown }>`
    select settings->'own_options' as own_options from form_settings order by version desc limit 1`.execute(
    tx,
  )
  return OwnOptions.parse(rows[0]?.own_options ?? {})
}
