import type { DrugChanges } from 'contract'
import { createContext, type ReactNode } from 'react'
import { useFormSettings } from '../../../clinical/ambulance/use-form-settings.ts'

/** What a hospital has changed of the drug list: names of drugs are written with its strengths. */
export const DrugsOfHospital = createContext<DrugChanges>({})

/** For what is no record: by the drugs that the hospital has now. */
export function WithHospitalDrugs({ children }: { children: ReactNode }) {
  const settings = useFormSettings()
  return <DrugsOfHospital value={settings?.drugs ?? {}}>{children}</DrugsOfHospital>
}
