"""Runs a command in a terminal of its own, presses keys, and prints what it showed after each as JSON."""
import fcntl, json, os, pty, re, select, signal, struct, sys, termios, time

ask = json.loads(sys.argv[1])
size = struct.pack('HHHH', ask['rows'], ask['columns'], 0, 0)
child, fd = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, size)
    os.execve(ask['command'][0], ask['command'], {**os.environ, 'TERM': ask['term']})


def shown(seconds, until=None):
    """What comes within so many seconds, or until it holds a text."""
    out, end = b'', time.time() + seconds
    while time.time() < end and not (until and until.encode() in out):
        if select.select([fd], [], [], 0.05)[0]:
            try:
                more = os.read(fd, 1 << 16)
            except OSError:
                break
            if not more:
                break
            out += more
    plain = re.sub(r'\x1b\[[0-9;?]*[A-Za-z]|\x1b_[^\x1b]*\x1b\\', '\n', out.decode('utf8', 'replace'))
    return '\n'.join(line for line in re.split(r'[\r\n]+', plain) if line.strip())


answer = {'shown': [shown(20, ask['first'])]}
for key, until in ask['keys']:
    try:
        os.write(fd, key.encode())
    except OSError:
        break
    answer['shown'].append(shown(20, until) if until else shown(0.2))
# The terminal's end says that the command is about to end; only its process says that it has.
end = time.time() + 30
while True:
    ended, status = os.waitpid(child, os.WNOHANG)
    if ended:
        answer['status'] = os.waitstatus_to_exitcode(status)
        break
    if time.time() > end:
        os.kill(child, signal.SIGKILL)
        answer['status'] = None
        break
    shown(0.05)
    time.sleep(0.02)
print(json.dumps(answer))
