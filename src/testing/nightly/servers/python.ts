import { file, freePort, type Stack, serve } from '../process.ts';

const ENV = { PYTHONDONTWRITEBYTECODE: '1' };

export async function fastApi(): Promise<Stack> {
  const port = await freePort();
  return serve(`http://127.0.0.1:${port}`, {
    command: '/usr/bin/python3',
    args: [
      '-m',
      'uvicorn',
      '--app-dir',
      file('apps/fastapi'),
      '--port',
      String(port),
      '--no-access-log',
      'tides:app',
    ],
    env: ENV,
  });
}
