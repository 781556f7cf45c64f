import type { DrugChanges } from 'contract'
import { createContext, type ReactNode } from 'react'
import { NameOwnOptions } from '../../../clinical/ambulance/own-options.tsx'
import { useFormSettings } from '../../../clinical/ambulance/use-form-settings.ts'

/** What a hospital has changed of the drug list: names of drugs are written with its strengths. */
export const DrugsOfHospital = createContext<DrugChanges>({})

/** Shows what is no record, with the drugs and the options that the hospital has now. */
export function WithHospitalWords({ children }: { children: ReactNode }) {
  const settings = useFormSettings()
  return (
    <NameOwnOptions own={settings?.own_options}>
      <DrugsOfHospital value={settings?.drugs ?? {}}>{children}</DrugsOfHospital>
    </NameOwnOptions>
  )
}
