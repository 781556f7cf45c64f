/**
 * A number with so many decimals, and its thousands set apart: both languages write it in the same way. Most values are
 * too small for that, and a table has hundreds of them.
 */
export function writeNumber(value: number, decimals: number): string {
  if (Math.abs(value) < 1000) return value.toFixed(decimals)
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

/** An amount in baht, which both languages write in the same way, too. */
export const writeBaht = (amount: number, signDisplay: 'auto' | 'always' = 'auto'): string =>
  amount.toLocaleString('en', {
    style: 'currency',
    currency: 'THB',
    currencyDisplay: 'narrowSymbol',
    signDisplay,
  })
