/** Returns the two requests of a resumable upload, as the page sends them. */
export function createUpload({ headers }, path, length) {
  return {
    method: 'POST',
    target: `/api/tus${path}?override=false`,
    headers: { ...headers, 'Tus-Resumable': '1.0.0', 'Upload-Length': String(length) },
    status: 201,
  };
}

export function appendChunk({ headers }, path, { offset, body }) {
  return {
    method: 'PATCH',
    target: `/api/tus${path}?override=false`,
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body,
    status: 204,
  };
}
