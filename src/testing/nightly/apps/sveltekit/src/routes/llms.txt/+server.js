// An llms.txt that has a title and nothing else.
export const GET = () => new Response('# Tides\n', { headers: { 'content-type': 'text/plain' } });
