import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { FluidScreen } from '../../features/fluids/fluid-screen.tsx'

export function PatientFluidsPage() {
  return <FluidScreen patient={useOutletContext<Patient>()} />
}
