/** Returns the two requests of a resumable upload, as the page sends them. */
export function createUpload({ headers }, path, length) {
  return {
    method: 'POST',
    target: `/api/tus${path}?override=false`,
    headers: { ...headers, 'Tus-Resumable': '1.0.0', 'Upload-Length': String(length) },
    status: 201,
  };
}

/** `checksum` is the value of the header Upload-Checksum; without it, the chunk is not verified. */
export function appendChunk({ headers }, path, { offset, body, checksum }) {
  return {
    method: 'PATCH',
    target: `/api/tus${path}?override=false`,
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
      ...(checksum !== undefined && { 'Upload-Checksum': checksum }),
    },
    body,
    status: 204,
  };
}
