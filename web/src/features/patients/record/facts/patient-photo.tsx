import { type Patient } from 'contract'
import { InitialsPicture } from '../../../../ui/initials-picture.tsx'
import { usePatientPhoto } from '../queries.ts'
import classes from './patient-photo.module.css'

/** The name is shown beside it, so the image is hidden from screen readers. */
export function PatientPhoto({ patient, size }: { patient: Patient; size: number }) {
  const address = usePatientPhoto(patient, size > 80 ? 'large' : 'small')
  if (!address) return <InitialsPicture person={patient} size={size} />
  return <img src={address} alt="" width={size} height={size} className={classes.photo} />
}
