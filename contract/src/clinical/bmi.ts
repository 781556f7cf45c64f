/** Body-mass index, kg/m², from weight in kg and height in cm. */
export function computeBmi(weightKg: number, heightCm: number): number {
  // This order keeps the result exact for whole numbers: 64 kg at 160 cm are exactly 25.
  return (weightKg * 10_000) / (heightCm * heightCm)
}

export const bmiBands = ['UNDERWEIGHT', 'NORMAL', 'OVERWEIGHT', 'OBESE', 'EXTREMELY_OBESE'] as const
export type BmiBand = (typeof bmiBands)[number]

/**
 * Adult band by the Asia-Pacific cut-offs used in Thailand (WHO/IASO/IOTF 2000): 18.5, 23, 25, 30. Compares the
 * unrounded value, so that 22.95 falls into a band. Not for people under 18.
 */
export function classifyBmi(bmi: number): BmiBand {
  if (bmi < 18.5) return 'UNDERWEIGHT'
  if (bmi < 23) return 'NORMAL'
  if (bmi < 25) return 'OVERWEIGHT'
  if (bmi < 30) return 'OBESE'
  return 'EXTREMELY_OBESE'
}
