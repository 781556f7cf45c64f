/** How many mg/dL, the panel's unit, one SI unit is, by molar mass. For `bun` the SI value is that of urea. */
export const siUnits = {
  blood_glucose: { unit: 'mmol/L', mgPerDl: 18.0182 },
  cholesterol: { unit: 'mmol/L', mgPerDl: 38.67 },
  ldl: { unit: 'mmol/L', mgPerDl: 38.67 },
  hdl: { unit: 'mmol/L', mgPerDl: 38.67 },
  triglyceride: { unit: 'mmol/L', mgPerDl: 88.57 },
  creatinine: { unit: 'µmol/L', mgPerDl: 1 / 88.42 },
  uric_acid: { unit: 'µmol/L', mgPerDl: 1 / 59.48 },
  bun: { unit: 'mmol/L', mgPerDl: 2.801 },
} as const
export type SiName = keyof typeof siUnits

/** Converts the SI unit to mg/dL, unrounded. */
export function convertFromSi(name: SiName, value: number): number {
  return value * siUnits[name].mgPerDl
}

/** Converts mg/dL to the SI unit, unrounded. */
export function toSi(name: SiName, value: number): number {
  return value / siUnits[name].mgPerDl
}

/** The units of glucose meters on the market. */
export const glucoseUnits = ['mg/dL', 'mmol/L'] as const
export type GlucoseUnit = (typeof glucoseUnits)[number]
