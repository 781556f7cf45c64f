/** What is written at a discharge, each with the key of its label. */
export const dischargeTexts = [
  ['discharge_summary', 'summary'],
  ['discharge_advice', 'advice'],
  ['follow_up', 'follow-up'],
  ['home_medicines', 'medicines'],
] as const
