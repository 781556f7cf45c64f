/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
