# bash completion for tracediff
_tracediff() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} list= words=
  local command=compare
  # bash cuts --order=thread into three words at the equals sign.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  case ${COMP_WORDS[1]} in
    compare|capture|run|snapshot|summary|export|completion) ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]} ;;
  esac
  COMPREPLY=()
  case $command:$prev in
    compare:--order) COMPREPLY=($(compgen -W "total thread file stream set" -- "$cur")); return ;;
    compare:--ignore)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "result offset size flags fd path" -- "${cur##*,}"))
      return ;;
    compare:--calls)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async read write pread64 pwrite64 readv writev preadv pwritev preadv2 pwritev2 copy_file_range sendfile splice tee vmsplice sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg process_vm_readv process_vm_writev readahead fadvise64 cachestat fsync fdatasync syncfs sync sync_file_range msync fallocate ftruncate truncate lseek open openat openat2 creat open_by_handle_at close close_range dup dup2 dup3 fcntl pipe pipe2 socket socketpair accept accept4 memfd_create memfd_secret eventfd eventfd2 epoll_create epoll_create1 timerfd_create signalfd signalfd4 inotify_init inotify_init1 fanotify_init userfaultfd perf_event_open pidfd_open pidfd_getfd bpf fsopen fsmount fspick open_tree landlock_create_ruleset mmap munmap mremap madvise remap_file_pages stat lstat fstat newfstatat statx statfs fstatfs access faccessat faccessat2 getdents getdents64 readlink readlinkat rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir mkdirat rmdir mknod mknodat chmod fchmod fchmodat fchmodat2 chown lchown fchown fchownat utime utimes futimesat utimensat flock chdir fchdir chroot name_to_handle_at file_getattr file_setattr setxattr lsetxattr fsetxattr setxattrat getxattr lgetxattr fgetxattr getxattrat listxattr llistxattr flistxattr listxattrat removexattr lremovexattr fremovexattr removexattrat mount umount umount2 move_mount mount_setattr fsconfig pivot_root acct swapon swapoff quotactl quotactl_fd ioctl io_setup io_submit io_getevents io_pgetevents io_cancel io_destroy io_uring_setup io_uring_enter io_uring_register" -- "${cur##*,}"))
      return ;;
    compare:--kind)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async" -- "${cur##*,}"))
      return ;;
    compare:--path) return ;;
    compare:--thread) return ;;
    compare:--map-path) return ;;
    compare:--max-unread) return ;;
    compare:--by)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "call file thread size" -- "${cur##*,}"))
      return ;;
    compare:--max-drift) return ;;
    compare:--outliers) return ;;
    compare:--format)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "text json markdown junit github" -- "${cur##*,}"))
      return ;;
    compare:--context|compare:-U) return ;;
    compare:--color) COMPREPLY=($(compgen -W "auto always never" -- "$cur")); return ;;
    compare:--log-level) COMPREPLY=($(compgen -W "silent error warn info debug" -- "$cur")); return ;;
    capture:--calls)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async read write pread64 pwrite64 readv writev preadv pwritev preadv2 pwritev2 copy_file_range sendfile splice tee vmsplice sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg process_vm_readv process_vm_writev readahead fadvise64 cachestat fsync fdatasync syncfs sync sync_file_range msync fallocate ftruncate truncate lseek open openat openat2 creat open_by_handle_at close close_range dup dup2 dup3 fcntl pipe pipe2 socket socketpair accept accept4 memfd_create memfd_secret eventfd eventfd2 epoll_create epoll_create1 timerfd_create signalfd signalfd4 inotify_init inotify_init1 fanotify_init userfaultfd perf_event_open pidfd_open pidfd_getfd bpf fsopen fsmount fspick open_tree landlock_create_ruleset mmap munmap mremap madvise remap_file_pages stat lstat fstat newfstatat statx statfs fstatfs access faccessat faccessat2 getdents getdents64 readlink readlinkat rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir mkdirat rmdir mknod mknodat chmod fchmod fchmodat fchmodat2 chown lchown fchown fchownat utime utimes futimesat utimensat flock chdir fchdir chroot name_to_handle_at file_getattr file_setattr setxattr lsetxattr fsetxattr setxattrat getxattr lgetxattr fgetxattr getxattrat listxattr llistxattr flistxattr listxattrat removexattr lremovexattr fremovexattr removexattrat mount umount umount2 move_mount mount_setattr fsconfig pivot_root acct swapon swapoff quotactl quotactl_fd ioctl io_setup io_submit io_getevents io_pgetevents io_cancel io_destroy io_uring_setup io_uring_enter io_uring_register" -- "${cur##*,}"))
      return ;;
    capture:--runs|capture:-n) return ;;
    capture:--output|capture:-o) return ;;
    run:--order) COMPREPLY=($(compgen -W "total thread file stream set" -- "$cur")); return ;;
    run:--ignore)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "result offset size flags fd path" -- "${cur##*,}"))
      return ;;
    run:--calls)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async read write pread64 pwrite64 readv writev preadv pwritev preadv2 pwritev2 copy_file_range sendfile splice tee vmsplice sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg process_vm_readv process_vm_writev readahead fadvise64 cachestat fsync fdatasync syncfs sync sync_file_range msync fallocate ftruncate truncate lseek open openat openat2 creat open_by_handle_at close close_range dup dup2 dup3 fcntl pipe pipe2 socket socketpair accept accept4 memfd_create memfd_secret eventfd eventfd2 epoll_create epoll_create1 timerfd_create signalfd signalfd4 inotify_init inotify_init1 fanotify_init userfaultfd perf_event_open pidfd_open pidfd_getfd bpf fsopen fsmount fspick open_tree landlock_create_ruleset mmap munmap mremap madvise remap_file_pages stat lstat fstat newfstatat statx statfs fstatfs access faccessat faccessat2 getdents getdents64 readlink readlinkat rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir mkdirat rmdir mknod mknodat chmod fchmod fchmodat fchmodat2 chown lchown fchown fchownat utime utimes futimesat utimensat flock chdir fchdir chroot name_to_handle_at file_getattr file_setattr setxattr lsetxattr fsetxattr setxattrat getxattr lgetxattr fgetxattr getxattrat listxattr llistxattr flistxattr listxattrat removexattr lremovexattr fremovexattr removexattrat mount umount umount2 move_mount mount_setattr fsconfig pivot_root acct swapon swapoff quotactl quotactl_fd ioctl io_setup io_submit io_getevents io_pgetevents io_cancel io_destroy io_uring_setup io_uring_enter io_uring_register" -- "${cur##*,}"))
      return ;;
    run:--kind)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async" -- "${cur##*,}"))
      return ;;
    run:--path) return ;;
    run:--thread) return ;;
    run:--map-path) return ;;
    run:--max-unread) return ;;
    run:--before) return ;;
    run:--after) return ;;
    run:--runs|run:-n) return ;;
    run:--output|run:-o) return ;;
    run:--by)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "call file thread size" -- "${cur##*,}"))
      return ;;
    run:--max-drift) return ;;
    run:--outliers) return ;;
    run:--format)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "text json markdown junit github" -- "${cur##*,}"))
      return ;;
    run:--context|run:-U) return ;;
    run:--color) COMPREPLY=($(compgen -W "auto always never" -- "$cur")); return ;;
    run:--log-level) COMPREPLY=($(compgen -W "silent error warn info debug" -- "$cur")); return ;;
    snapshot:--order) COMPREPLY=($(compgen -W "total thread file stream set" -- "$cur")); return ;;
    snapshot:--calls)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async read write pread64 pwrite64 readv writev preadv pwritev preadv2 pwritev2 copy_file_range sendfile splice tee vmsplice sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg process_vm_readv process_vm_writev readahead fadvise64 cachestat fsync fdatasync syncfs sync sync_file_range msync fallocate ftruncate truncate lseek open openat openat2 creat open_by_handle_at close close_range dup dup2 dup3 fcntl pipe pipe2 socket socketpair accept accept4 memfd_create memfd_secret eventfd eventfd2 epoll_create epoll_create1 timerfd_create signalfd signalfd4 inotify_init inotify_init1 fanotify_init userfaultfd perf_event_open pidfd_open pidfd_getfd bpf fsopen fsmount fspick open_tree landlock_create_ruleset mmap munmap mremap madvise remap_file_pages stat lstat fstat newfstatat statx statfs fstatfs access faccessat faccessat2 getdents getdents64 readlink readlinkat rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir mkdirat rmdir mknod mknodat chmod fchmod fchmodat fchmodat2 chown lchown fchown fchownat utime utimes futimesat utimensat flock chdir fchdir chroot name_to_handle_at file_getattr file_setattr setxattr lsetxattr fsetxattr setxattrat getxattr lgetxattr fgetxattr getxattrat listxattr llistxattr flistxattr listxattrat removexattr lremovexattr fremovexattr removexattrat mount umount umount2 move_mount mount_setattr fsconfig pivot_root acct swapon swapoff quotactl quotactl_fd ioctl io_setup io_submit io_getevents io_pgetevents io_cancel io_destroy io_uring_setup io_uring_enter io_uring_register" -- "${cur##*,}"))
      return ;;
    snapshot:--max-unread) return ;;
    snapshot:--output|snapshot:-o) return ;;
    snapshot:--log-level) COMPREPLY=($(compgen -W "silent error warn info debug" -- "$cur")); return ;;
    summary:--calls)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async read write pread64 pwrite64 readv writev preadv pwritev preadv2 pwritev2 copy_file_range sendfile splice tee vmsplice sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg process_vm_readv process_vm_writev readahead fadvise64 cachestat fsync fdatasync syncfs sync sync_file_range msync fallocate ftruncate truncate lseek open openat openat2 creat open_by_handle_at close close_range dup dup2 dup3 fcntl pipe pipe2 socket socketpair accept accept4 memfd_create memfd_secret eventfd eventfd2 epoll_create epoll_create1 timerfd_create signalfd signalfd4 inotify_init inotify_init1 fanotify_init userfaultfd perf_event_open pidfd_open pidfd_getfd bpf fsopen fsmount fspick open_tree landlock_create_ruleset mmap munmap mremap madvise remap_file_pages stat lstat fstat newfstatat statx statfs fstatfs access faccessat faccessat2 getdents getdents64 readlink readlinkat rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir mkdirat rmdir mknod mknodat chmod fchmod fchmodat fchmodat2 chown lchown fchown fchownat utime utimes futimesat utimensat flock chdir fchdir chroot name_to_handle_at file_getattr file_setattr setxattr lsetxattr fsetxattr setxattrat getxattr lgetxattr fgetxattr getxattrat listxattr llistxattr flistxattr listxattrat removexattr lremovexattr fremovexattr removexattrat mount umount umount2 move_mount mount_setattr fsconfig pivot_root acct swapon swapoff quotactl quotactl_fd ioctl io_setup io_submit io_getevents io_pgetevents io_cancel io_destroy io_uring_setup io_uring_enter io_uring_register" -- "${cur##*,}"))
      return ;;
    summary:--max-unread) return ;;
    summary:--format)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "text json" -- "${cur##*,}"))
      return ;;
    summary:--color) COMPREPLY=($(compgen -W "auto always never" -- "$cur")); return ;;
    summary:--log-level) COMPREPLY=($(compgen -W "silent error warn info debug" -- "$cur")); return ;;
    export:--calls)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async read write pread64 pwrite64 readv writev preadv pwritev preadv2 pwritev2 copy_file_range sendfile splice tee vmsplice sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg process_vm_readv process_vm_writev readahead fadvise64 cachestat fsync fdatasync syncfs sync sync_file_range msync fallocate ftruncate truncate lseek open openat openat2 creat open_by_handle_at close close_range dup dup2 dup3 fcntl pipe pipe2 socket socketpair accept accept4 memfd_create memfd_secret eventfd eventfd2 epoll_create epoll_create1 timerfd_create signalfd signalfd4 inotify_init inotify_init1 fanotify_init userfaultfd perf_event_open pidfd_open pidfd_getfd bpf fsopen fsmount fspick open_tree landlock_create_ruleset mmap munmap mremap madvise remap_file_pages stat lstat fstat newfstatat statx statfs fstatfs access faccessat faccessat2 getdents getdents64 readlink readlinkat rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat mkdir mkdirat rmdir mknod mknodat chmod fchmod fchmodat fchmodat2 chown lchown fchown fchownat utime utimes futimesat utimensat flock chdir fchdir chroot name_to_handle_at file_getattr file_setattr setxattr lsetxattr fsetxattr setxattrat getxattr lgetxattr fgetxattr getxattrat listxattr llistxattr flistxattr listxattrat removexattr lremovexattr fremovexattr removexattrat mount umount umount2 move_mount mount_setattr fsconfig pivot_root acct swapon swapoff quotactl quotactl_fd ioctl io_setup io_submit io_getevents io_pgetevents io_cancel io_destroy io_uring_setup io_uring_enter io_uring_register" -- "${cur##*,}"))
      return ;;
    export:--kind)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "data hint sync size seek open map meta async" -- "${cur##*,}"))
      return ;;
    export:--path) return ;;
    export:--thread) return ;;
    export:--max-unread) return ;;
    export:--format)
      [[ $cur == *,* ]] && list=${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "ndjson csv" -- "${cur##*,}"))
      return ;;
    export:--log-level) COMPREPLY=($(compgen -W "silent error warn info debug" -- "$cur")); return ;;
  esac
  if [[ $cur == -* ]]; then
    case $command in
      compare) words="--order --ignore --calls --kind --path --thread --exact-paths --map-path --ff --max-unread --before --after --update --force --by --max-drift --accept-single-run --outliers --format --context -U --quiet -q --color --log-level --help -h --version" ;;
      capture) words="--calls --runs -n --output -o --help -h --version" ;;
      run) words="--order --ignore --calls --kind --path --thread --exact-paths --map-path --max-unread --before --after --runs -n --ignore-failure --output -o --by --max-drift --accept-single-run --outliers --format --context -U --quiet -q --color --log-level --help -h --version" ;;
      snapshot) words="--order --calls --ff --max-unread --output -o --log-level --help -h --version" ;;
      summary) words="--calls --ff --max-unread --format --quiet -q --color --log-level --help -h --version" ;;
      export) words="--calls --kind --path --thread --ff --max-unread --format --log-level --help -h --version" ;;
      completion) words="--help -h --version" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  case $command in
    completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$cur")); return ;;
  esac
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
  ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W "compare capture run snapshot summary export completion" -- "$cur"))
}
complete -F _tracediff tracediff
