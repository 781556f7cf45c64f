import { beginsOnWard } from '../../session/begins-on-ward.ts'
import { useUser } from '../../session/signed-in.tsx'
import { AllPatientsPage } from './all-patients-page.tsx'
import { WardBoardPage } from './ward-board-page.tsx'

/**
 * The first screen. The ward board shows everybody in a bed of the wards that the user follows, or of every ward for
 * those who follow none, the sickest first; in the list of all patients records are found, filtered and exported.
 */
export function PatientListPage() {
  return beginsOnWard(useUser()) ? <WardBoardPage /> : <AllPatientsPage />
}
