import { type PatientLabel, patients } from 'contract'
import { ask } from '../../api/client.ts'
import { formatPatientName } from '../../ui/person-name.ts'

const shortestSearch = 2
const mostFound = 8

export const isLongEnough = (text: string) => text.trim().length >= shortestSearch

/** Searches patients by name or number. The answer is not cached: its key may hold a patient's name. */
export function askPatientSearch(text: string) {
  return { ...ask(patients.list, { search_value: text, number_of_rec: mostFound }, true), gcTime: 0 }
}

/** Name and hospital number: two patients may have the same name. */
export function formatPatient(patient: Pick<PatientLabel, 'hn' | 'title' | 'name' | 'surname'>): string {
  return `${formatPatientName(patient)} · HN ${patient.hn}`
}
