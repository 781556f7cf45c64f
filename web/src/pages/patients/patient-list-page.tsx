import { useMay } from '../../session/signed-in.tsx'
import { AllPatientsPage } from './all-patients-page.tsx'
import { WardBoardPage } from './ward-board-page.tsx'

/**
 * The first screen. Whoever treats patients begins with the question who needs them now: everybody in a bed of the wards
 * that they follow, or of every ward for those who follow none, the sickest first. Those who register patients or look
 * after the hospital find, filter and export records: they begin with the list of all patients.
 */
export function PatientListPage() {
  return useMay('clinical:record') ? <WardBoardPage /> : <AllPatientsPage />
}
