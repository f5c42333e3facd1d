#!/usr/bin/perl
# Holds a listening socket as systemd does, and runs a program that serves it: hold-socket.pl PORT PROGRAM ARGUMENT…
# The program is started again whenever it ends; SIGHUP asks it to end, SIGTERM ends both.

use strict;
use warnings;
use Socket;

my ($port, @program) = @ARGV;
my $is_over = 0;
my $pid;

# Descriptors up to this one stay open in the program; the socket is the first after standard error.
$^F = 3;
socket(my $listener, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
setsockopt($listener, SOL_SOCKET, SO_REUSEADDR, 1) or die "setsockopt: $!";
bind($listener, sockaddr_in($port, INADDR_LOOPBACK)) or die "bind: $!";
listen($listener, 4096) or die "listen: $!";
fileno($listener) == 3 or die 'the socket has another descriptor';

$SIG{HUP} = sub { kill TERM => $pid };
$SIG{TERM} = sub { $is_over = 1; kill TERM => $pid };

until ($is_over) {
  $pid = fork // die "fork: $!";
  if ($pid == 0) {
    @SIG{'HUP', 'TERM'} = ('DEFAULT', 'DEFAULT');
    @ENV{'LISTEN_FDS', 'LISTEN_PID'} = (1, $$);
    exec @program or die "exec: $!";
  }
  # A signal interrupts waiting.
  1 until waitpid($pid, 0) == $pid;
}
exit $? >> 8;
