/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
