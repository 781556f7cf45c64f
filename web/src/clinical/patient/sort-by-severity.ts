import { type Allergy, allergySeverities } from 'contract'

/** The most severe first. */
export function sortBySeverity<Row extends Pick<Allergy, 'severity'>>(allergies: readonly Row[]): Row[] {
  const danger = ({ severity }: Row) => allergySeverities.indexOf(severity)
  return allergies.toSorted((a, b) => danger(b) - danger(a))
}
