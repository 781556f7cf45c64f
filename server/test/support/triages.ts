/** All that is needed, and nothing that fires. */
export const roundVitals = {
  systolic: 124,
  diastolic: 78,
  pulse: 82,
  respiration_rate: 16,
  spo2: 98,
  oxygen: false,
  temperature: 36.8,
  consciousness: 'A',
  pain_score: 2,
} as const

/** Why the rest of what is needed was not measured. */
export const unmeasured = (['gcs', 'blood_glucose', 'weight'] as const).map((vital) => ({
  vital,
  reason: 'NOT_APPLICABLE' as const,
}))
